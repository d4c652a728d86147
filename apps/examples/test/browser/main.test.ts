import { afterAll, describe, expect, it, vi } from 'vitest';

const before = location.href;

afterAll(() => {
  history.replaceState(null, '', before);
});

describe('the page', () => {
  it('shows what its address says: example, engine, steps, joints', { timeout: 120_000 }, async () => {
    history.replaceState(null, '', '?example=crane&engine=three&step=40&overlay=1');
    await import('../../src/main');
    await vi.waitFor(() => expect(window.tenonExample).toBeDefined(), { timeout: 60_000 });
    const handle = window.tenonExample;
    expect(handle).toMatchObject({ id: 'crane', engine: 'three', steps: 40 });
    expect(handle?.stage.paused).toBe(true);
    expect(handle?.stage.overlay).toBe(true);
    expect(document.title).toBe('Tower crane · Tenon');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(handle?.steps).toBe(40);
  });
});
