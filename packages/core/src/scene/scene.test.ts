import { disc, forces, type PivotJoint, TenonError, World } from '@tenon/core';
import { loadScene, saveScene, type Scene, type SceneProblem } from '@tenon/core/scene';
import { describe, expect, test } from 'vitest';

function pendulum(): Scene {
  return {
    schema: 'tenon-scene/1',
    gravity: [0, -9.81],
    bodies: [{ id: 'bob', position: [1, 0], shape: { type: 'disc', radius: 0.2 } }],
    joints: [
      {
        type: 'pivot',
        id: 'hinge',
        bodyB: 'bob',
        anchor: [0, 0],
        angle: { limits: [-1, 2], motor: { speed: 2, maxTorque: 3 } },
      },
    ],
  };
}

function problemsOf(scene: unknown): readonly SceneProblem[] {
  try {
    loadScene(scene as Scene);
  } catch (error) {
    if (error instanceof TenonError && error.code === 'scene-invalid') return error.value as readonly SceneProblem[];
    throw error;
  }
  return [];
}

describe('loadScene', () => {
  test('makes bodies and joints by their ids', () => {
    const { world, bodies, joints } = loadScene(pendulum());
    expect(world.bodies.size).toBe(1);
    expect(bodies.get('bob')?.mass).toBeCloseTo(Math.PI * 0.04, 12);
    expect(joints.get('hinge')).toBe(world.joint('hinge'));
    expect([...world.gravity]).toEqual([0, -9.81]);
  });

  test('reads the text of a file', () => {
    expect(loadScene(JSON.stringify(pendulum())).joints.size).toBe(1);
  });

  test('scales lengths and turns y over, by dimension', () => {
    const { world, bodies, joints } = loadScene(pendulum(), { scale: 50, flipY: true });
    expect(world.lengthUnit).toBe(50);
    expect([...world.gravity]).toEqual([0, 9.81 * 50]);
    expect(bodies.get('bob')?.x).toBe(50);
    const { angle } = joints.get('hinge') as PivotJoint;
    expect([angle.limits?.lower, angle.limits?.upper]).toEqual([-2, 1]);
    expect(angle.motor?.speed).toBe(-2);
    expect(angle.motor?.maxTorque).toBe(3);
  });

  test('reads how bodies collide, scaled and turned over, and saveScene writes it', () => {
    const belt = { friction: 0.9, surfaceSpeed: 2, oneWay: [0, 1], group: 'belts', with: ['crates'] } as const;
    const scene: Scene = {
      schema: 'tenon-scene/1',
      bodies: [
        { id: 'belt', type: 'static', shape: { type: 'box', width: 4, height: 1 }, collides: belt },
        { id: 'crate', shape: { type: 'box', width: 1, height: 1 }, collides: true },
      ],
      joints: [],
    };
    const { world, bodies } = loadScene(scene, { scale: 50, flipY: true });
    expect(bodies.get('crate')?.collides?.friction).toBe(0.6);
    expect(bodies.get('belt')?.collides).toMatchObject({ ...belt, surfaceSpeed: -100, oneWay: [0, -1] });
    const again = loadScene(JSON.stringify(saveScene(world))).bodies;
    for (const [id, body] of bodies) expect(again.get(id)?.collides).toEqual(body.collides);
    const wrong = { ...scene, bodies: [{ id: 'crate', collides: { friktion: 1, rolling: -1 } }] };
    const paths = problemsOf(wrong).map(({ path }) => path);
    expect(paths).toEqual(['bodies[0].collides.friktion', 'bodies[0].collides.rolling']);
  });

  test('moves in pixels, y down, as in metres, y up', () => {
    const metres = loadScene(pendulum()).world;
    const pixels = loadScene(pendulum(), { scale: 50, flipY: true }).world;
    for (let i = 0; i < 120; i++) {
      metres.step(1 / 60);
      pixels.step(1 / 60);
      const [x, y, angle] = metres.poses;
      const [u, v, turn] = pixels.poses;
      expect(u / 50).toBeCloseTo(x, 9);
      expect(v / -50).toBeCloseTo(y, 9);
      expect(-turn).toBeCloseTo(angle, 9);
    }
  });

  test('refuses a newer schema by number', () => {
    expect(problemsOf({ ...pendulum(), schema: 'tenon-scene/2' })[0].message).toContain('got number 2');
  });

  test('names every wrong field at once, and makes nothing', () => {
    const world = new World();
    const wrong = {
      schema: 'tenon-scene/1',
      gravity: [0, 'down'],
      bodies: [{ id: 'a', mass: -1 }, { id: 'b', positon: [0, 0] }, { id: 'c' }],
      joints: [
        { type: 'pivot', bodyA: 'c', bodyB: 'nobody', angle: { limits: [1, -1] } },
        { type: 'pivott' },
        { type: 'pivot', bodyB: 'c', angle: { motor: { sped: 2 }, spring: { hertz: '5' } } },
        { type: 'pivot', bodyB: 'c', angle: { limits: [1, -1] } },
      ],
    };
    expect(new Set(problemsOf(wrong).map(({ path }) => path))).toEqual(
      new Set([
        'gravity',
        'bodies[0].mass',
        'bodies[1].positon',
        'joints[0].bodyB',
        'joints[1].type',
        'joints[2].angle.motor.sped',
        'joints[2].angle.motor.speed',
        'joints[2].angle.spring.hertz',
        'joints[3].angle.limits',
      ]),
    );
    // Once, though the world that bodies and joints are tried in would refuse it again.
    expect(problemsOf(wrong).filter(({ path }) => path === 'gravity')).toHaveLength(1);
    expect(() => loadScene(wrong as unknown as Scene, { world })).toThrow(TenonError);
    expect(world.bodies.size).toBe(0);
  });

  test('tells the first fifty of thousands of problems, and lists all', () => {
    const bodies = Array.from({ length: 2000 }, (_, i) => ({ id: `b${i}`, mass: -1 }));
    const wrong = { schema: 'tenon-scene/1', bodies, joints: [] };
    expect(problemsOf(wrong)).toHaveLength(2000);
    expect(() => loadScene(wrong as unknown as Scene)).toThrow(/(?:\n {2}bodies.*){50}\n {2}… and 1950 more$/);
  });

  test('leaves a world that it was to be added to as it was, and tells nobody', () => {
    const world = new World();
    const first = world.addBody({ id: 'first' });
    const counted = world.addBody();
    const told: string[] = [];
    for (const event of ['added', 'removed', 'sleep', 'wake'] as const) world.on(event, () => told.push(event));
    for (let i = 0; i < 40; i++) world.step(1 / 60);
    expect(told.splice(0)).toEqual(['sleep', 'sleep']);
    const hash = world.hash();
    const wrong = {
      schema: 'tenon-scene/1',
      bodies: [{ id: 'q' }],
      joints: [
        { type: 'weld', bodyA: 'first', bodyB: 'q' },
        { type: 'prismatic', bodyB: 'q', axis: [0, 0] },
      ],
    };
    expect(() => loadScene(wrong as unknown as Scene, { world })).toThrow('joints[1].axis');
    expect([world.hash(), ...world.bodies, ...world.joints]).toEqual([hash, first, counted]);
    expect(told).toEqual([]);
    expect([world.addBody().id, first.isSleeping]).toEqual(['b2', true]);
    world.on('beforestep', () => loadScene(pendulum(), { world }));
    expect(() => world.step(1 / 60)).toThrow(expect.objectContaining({ code: 'world-busy' }));
  });

  test('names all that is wrong in one body or joint, by whatever type or preset it is made', () => {
    const corners = { type: 'polygon', vertices: [[0, 0], [1, 0]] }; // prettier-ignore
    const wrong = {
      schema: 'tenon-scene/1',
      bodies: [{ id: 'a', mass: 1, density: 1, shape: corners }, { id: 'b' }],
      joints: [
        {
          type: 'pivot',
          bodyA: 'a',
          bodyB: 'b',
          anchor: [0, 0],
          localAnchorA: [0, 0],
          angle: {
            limits: [2, 1],
            spring: { hertz: 1, stiffness: 2 },
            motor: { speed: 1, maxForce: 3 },
            ratchet: { tooth: 0 },
          },
          softness: { hertz: 2, correction: 0.5 },
          break: { laws: ['nope'] },
        },
        { type: 'rope', bodyA: 'a', bodyB: 'b', max: 1, length: { spring: { hertz: 1, stiffness: 2 }, motor: {} } },
        { type: 'rope', bodyA: 'a', bodyB: 'b', max: -1 },
        { type: 'path', bodyB: 'b', path: { points: [[0, 0]] } },
      ],
    };
    expect(problemsOf(wrong).map(({ path }) => path)).toEqual([
      'bodies[0].density',
      'bodies[0].shape.vertices',
      'joints[0].localAnchorA',
      'joints[0].angle.limits',
      'joints[0].angle.spring',
      'joints[0].angle.motor.maxForce',
      'joints[0].angle.ratchet.tooth',
      'joints[0].softness',
      'joints[0].break.laws[0]',
      'joints[1].length.motor.speed',
      'joints[1].length.spring',
      'joints[2].max',
      'joints[3].path.points',
    ]);
  });
});

describe('saveScene', () => {
  test('writes what create takes, and only what differs from the defaults', () => {
    const { world } = loadScene(pendulum());
    expect(saveScene(world)).toEqual({
      schema: 'tenon-scene/1',
      gravity: [0, -9.81],
      lengthUnit: 1,
      bodies: [{ id: 'bob', position: [1, 0], shape: { type: 'disc', radius: 0.2 } }],
      joints: [
        {
          type: 'pivot',
          id: 'hinge',
          bodyA: null,
          bodyB: 'bob',
          localAnchorA: [0, 0],
          localAnchorB: [-1, 0],
          referenceAngle: 0,
          angle: { limits: [-1, 2], motor: { speed: 2, maxTorque: 3 } },
        },
      ],
    });
  });

  test('refuses a force function that has no name, and saves one that has', () => {
    const world = new World();
    const body = world.addBody({ shape: disc(1) });
    const soft = world.joints.create('distance', {
      bodyB: body,
      length: { spring: { force: (stretch) => -stretch, target: 0 } },
    });
    expect(() => saveScene(world)).toThrow(/registered|forces\.register/);
    forces.register('scene-test', (stretch) => -3 * stretch);
    soft.length.spring = { force: 'scene-test', target: 0 };
    expect(saveScene(world).joints[0]['length']).toEqual({ spring: { force: 'scene-test', target: 0 } });
    expect(saveScene(loadScene(saveScene(world)).world)).toEqual(saveScene(world));
  });
});

test('a clone has the options of its original and an id of its own', () => {
  const { world, joints } = loadScene(pendulum());
  const original = joints.get('hinge');
  const copy = original?.clone({ angle: { motor: null } });
  expect(copy?.id).not.toBe('hinge');
  const [first, second] = saveScene(world).joints;
  expect({ ...second, id: 'hinge' }).toEqual({ ...first, angle: { limits: [-1, 2] } });
});
