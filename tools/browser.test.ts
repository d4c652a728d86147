import { afterEach, expect, it, vi } from 'vitest';
import { findBrowser } from './browser.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('takes the browser that is asked for', () => {
  vi.stubEnv('TENON_BROWSER', process.execPath);
  expect(findBrowser()).toBe(process.execPath);
});

it('refuses a browser that is asked for and not there', () => {
  vi.stubEnv('TENON_BROWSER', '/no/such/browser');
  expect(findBrowser).toThrow('TENON_BROWSER or CHROME_PATH must name a browser, got /no/such/browser');
});
