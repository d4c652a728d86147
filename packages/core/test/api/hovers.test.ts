import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { USER_OPTIONS } from './checked-program';

const PROGRAM = `
import { PivotJoint, World } from '@tenon/core';
const world = new World();
const body = world.addBody();
const hinge = world.joints.create('hinge', { bodyB: body, anchor: [0, 0], angle: { motor: { speed: 2 } } });
const value = world.joints.create(PivotJoint, { bodyB: body, angle: { motor: { target: 1, speed: 2 } } });
const rope = world.joints.create('rope', { bodyB: body, max: 3 });
const spring = world.joints.create('damped-spring', { bodyB: body, hertz: 3 });
`;

/** What an editor shows where a user of the core points at it: at the first place with this text. */
function hovers(): (text: string) => string {
  const path = fileURLToPath(new URL('./hovers.ts', import.meta.url));
  const read = (name: string) => (name === path ? PROGRAM : ts.sys.readFile(name));
  const service = ts.createLanguageService({
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => ts.ScriptSnapshot.fromString(read(name) ?? ''),
    getCompilationSettings: () => USER_OPTIONS,
    getCurrentDirectory: () => import.meta.dirname,
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
    fileExists: (name) => name === path || ts.sys.fileExists(name),
    readFile: read,
    directoryExists: (name) => ts.sys.directoryExists(name),
    realpath: (name) => ts.sys.realpath?.(name) ?? name,
  });
  return (text) => {
    const info = service.getQuickInfoAtPosition(path, PROGRAM.indexOf(text));
    return [...(info?.displayParts ?? []), ...(info?.documentation ?? [])].map((part) => part.text).join('');
  };
}

test('an editor names joints, shows what each takes, and tells units', () => {
  const hover = hovers();
  expect(hover('hinge =')).toBe('const hinge: PivotJoint');
  expect(hover('value =')).toBe('const value: PivotJoint');
  expect(hover('rope =')).toBe('const rope: DistanceJoint');
  for (const own of ['angle', 'point', 'anchor', 'referenceAngle', 'bodyA', 'bodyB'])
    expect(hover("create('hinge'")).toContain(`readonly ${own}?: `);
  for (const own of ['hertz', 'stiffness', 'damping', 'restLength', 'maxForce', 'length'])
    expect(hover("create('damped-spring'")).toContain(`readonly ${own}?: `);
  expect(hover('anchor: [0, 0]')).toContain('world units');
  expect(hover('speed: 2 } } });\nconst value')).toContain('World units/s or rad/s');
  expect(hover('target: 1')).toContain('World units or rad');
});
