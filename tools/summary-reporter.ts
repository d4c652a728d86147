import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends every run with one line that people and programs can read: `123 passed, 0 failed`. Above it stand the tests that
 * were skipped for a reason, which Vitest's own report leaves out.
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]) {
    let passed = 0;
    let failed = unhandled.length;
    for (const module of modules) {
      failed += module.errors().length;
      for (const suite of module.children.allSuites()) failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') passed++;
        if (result.state === 'failed') failed++;
        if (result.state === 'skipped' && result.note) {
          process.stdout.write(`\nskipped, ${result.note}: ${test.fullName}`);
        }
      }
    }
    if (passed + failed === 0) failed = 1; // nothing ran

    process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
    if (failed > 0) process.exitCode = 1;
  }
}
