import { builtInJoints, type Joint } from '@tenon/core';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { refusal } from '../code-of';
import { freePair } from '../rigs';
import { checkedProgram, isInternal } from './checked-program';

const NAMES = Object.keys(builtInJoints);

/** What cannot be left out. */
const NEEDED: Readonly<Record<string, object>> = {
  path: { path: { points: [[-1, 0], [1, 0]] } },
  slide: { max: 2 },
  rope: { max: 2 },
  groove: { grooveA: [0, 0], grooveB: [1, 0] },
  'damped-spring': { hertz: 1 },
  'rotary-spring': { hertz: 1 },
  'rotary-limit': { max: 2 },
  ratchet: { tooth: 1 },
}; // prettier-ignore

function make(name: string, options: object): Joint {
  const { world, a: bodyA, b: bodyB } = freePair('direct');
  return world.joints.createNamed(name, { bodyA, bodyB, ...NEEDED[name], ...options });
}

/** Names of the properties of each type in a record of types, as an editor lists them. */
function namesIn(types: string): Record<string, string[]> {
  const { checker, file } = checkedProgram(
    `import type { JointNamed, JointRegistry, OptionsFor } from '@tenon/core';\nexport type Types = ${types};`,
  );
  const [alias] = file.statements.filter(ts.isTypeAliasDeclaration);
  const isOffered = ({ name, declarations = [] }: ts.Symbol) => !/^__|#/.test(name) && !declarations.some(isInternal);
  const namesOf = (symbol: ts.Symbol) =>
    checker
      .getPropertiesOfType(checker.getTypeOfSymbol(symbol))
      .filter(isOffered)
      .map(({ name }) => name);
  return Object.fromEntries(
    checker
      .getPropertiesOfType(checker.getTypeAtLocation(alias))
      .map((symbol) => [symbol.name, namesOf(symbol).sort()]),
  );
}

describe('what an editor offers is what a joint has', () => {
  const options = namesIn('{ [K in keyof JointRegistry]: OptionsFor<K> }');
  const properties = namesIn('{ [K in keyof JointRegistry]: JointNamed<K> }');
  const all = (names: Record<string, string[]>) => [...new Set(Object.values(names).flat())].sort();

  test.each(NAMES)('options of %s', (name) => {
    const locked = Object.fromEntries(
      make(name, {}).coordinates.map((coordinate) => [coordinate.name, { lock: true }]),
    );
    const isTaken = (key: string) => {
      // Of two bodies it has angles alone, and no terms.
      if (name === 'gear' && (key === 'terms' || key === 'maxForce')) return true;
      const value = key === 'softness' ? { hertz: 1 } : 1;
      return [{}, locked].some((laws) => {
        const [code, path = ''] = refusal(() => make(name, { ...laws, [key]: value })).split(' ');
        const isWhole = path.endsWith(`Joint.${key}`);
        return !(isWhole && ['option-unknown', 'option-conflict', 'no-such-law'].includes(code));
      });
    };
    expect(options[name]).toEqual(all(options).filter(isTaken));
  });

  test.each(NAMES)('properties of %s', (name) => {
    const joint = make(name, { userData: 1, break: { force: 1 } });
    const isThere = (key: string) => {
      try {
        return Reflect.get(joint, key) !== undefined;
      } catch {
        return true; // as the softness of locks where there are none
      }
    };
    expect(properties[name]).toEqual(all(properties).filter(isThere));
  });
});
