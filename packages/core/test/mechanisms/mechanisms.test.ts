import * as tenon from '@tenon/core';
import { describe, expect, test } from 'vitest';
// @ts-expect-error: scenes and what plays them are written without types, through the public API alone
import { compare } from './bounds.mjs';
// @ts-expect-error: as above
import { play } from './play.mjs';
// @ts-expect-error: as above
import { scenes } from './scenes.mjs';

interface Compared {
  readonly isMet: boolean;
  readonly text: string;
}

/** What users build, and what they would notice: README.md beside this file. */
describe.each(['auto', 'iterative'])('by the %s solver', (solver) => {
  for (const scene of scenes) {
    test(`${scene.name} moves as a user expects`, () => {
      const { figures, hash } = play(tenon, scene, solver);
      const compared: Compared[] = compare(figures, scene.expect, solver);
      expect(compared.filter(({ isMet }) => !isMet).map(({ text }) => text)).toEqual([]);
      expect(play(tenon, scene, solver, { watch: false }).hash, 'the same scene ends in the same state').toBe(hash);
    });
  }
});
