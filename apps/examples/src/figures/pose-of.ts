import type { Body } from '@tenon/core';

/** Where bodies are drawn. */
export type PoseOf = (
  body: Body,
  out: { x: number; y: number; angle: number },
) => { x: number; y: number; angle: number };
