// For a page without a bundler, which has no other way to shapes, paths and worlds.
export * from '@tenon/core';
export * from './index';
