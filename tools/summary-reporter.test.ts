import { afterEach, expect, it, vi } from 'vitest';
import type { TestModule } from 'vitest/node';
import SummaryReporter from './summary-reporter.ts';

const exitCode = process.exitCode;

afterEach(() => {
  process.exitCode = exitCode;
  vi.restoreAllMocks();
});

function lastLines(modules: TestModule[], unhandled: unknown[] = []) {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  new SummaryReporter().onTestRunEnd(modules, unhandled);
  return write.mock.calls.flat().join('').trim();
}

function moduleOf(states: string[], moduleErrors = 0, suiteErrors = 0) {
  const errors = (count: number) => Array.from({ length: count }, () => new Error('broken'));
  return {
    errors: () => errors(moduleErrors),
    children: {
      allSuites: () => [{ errors: () => errors(suiteErrors) }],
      allTests: () => states.map((state) => ({ result: () => ({ state }) })),
    },
  } as unknown as TestModule;
}

it('counts what passed and what failed, and leaves skipped tests out', () => {
  expect(lastLines([moduleOf(['passed', 'failed', 'skipped']), moduleOf(['passed'])])).toBe('2 passed, 1 failed');
});

it('counts files that do not load, hooks that throw and errors that nobody caught', () => {
  expect(lastLines([moduleOf(['passed'], 1, 1)], [new Error('late')])).toBe('1 passed, 3 failed');
});

it('says which tests were skipped for a reason', () => {
  const skipped = { fullName: 'in Firefox', result: () => ({ state: 'skipped', note: 'there is none' }) };
  const module = { ...moduleOf([]), children: { allSuites: () => [], allTests: () => [skipped] } };
  expect(lastLines([moduleOf(['passed']), module as unknown as TestModule])).toBe(
    'skipped, there is none: in Firefox\n1 passed, 0 failed',
  );
});

it('calls a run without tests a failure', () => {
  expect(lastLines([])).toBe('0 passed, 1 failed');
  expect(process.exitCode).toBe(1);
});
