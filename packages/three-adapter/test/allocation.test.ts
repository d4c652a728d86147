import { BoxGeometry, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, Scene } from 'three';
import { expect, it } from 'vitest';
import { Session } from 'node:inspector/promises';
import { ThreeJoints } from '../src/index';

/** Bytes that `run` allocates in files of this package, as V8 samples them every 64 bytes or so. */
async function allocated(run: () => void): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 64,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  run();
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  return sizeIn(profile.head);
}

interface Node {
  readonly callFrame: { readonly url: string; readonly functionName: string };
  readonly selfSize: number;
  readonly children: readonly Node[];
}

/** What functions of the adapter allocate, and what they call in three. */
function sizeIn(node: Node): number {
  const own = /three-adapter\/src|\/three\//.test(node.callFrame.url) ? node.selfSize : 0;
  return own + node.children.reduce((sum, child) => sum + sizeIn(child), 0);
}

function falling(count: number) {
  const joints = new ThreeJoints({ sleeping: false });
  const scene = new Scene();
  for (let i = 0; i < count; i++) {
    const mesh = new Mesh();
    mesh.position.x = i;
    scene.add(mesh);
    joints.attach(mesh, { type: i % 10 === 0 ? 'kinematic' : 'dynamic', angularVelocity: 1 });
  }
  const slots = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), count);
  for (let i = 0; i < count; i++) slots.setMatrixAt(i, new Matrix4().makeTranslation(i, 5, 0));
  scene.add(slots);
  joints.attachInstances(slots, { angularVelocity: 1 });
  return joints;
}

it('a frame allocates nothing for 1 000 objects and 1 000 slots', async () => {
  const joints = falling(1000);
  for (let i = 0; i < 300; i++) joints.update(1 / 144);
  const bytes = await allocated(() => {
    for (let i = 0; i < 100; i++) joints.update(1 / 144);
  });
  // One number boxed per object would be 2 000 × 16 bytes in each of the 100 frames.
  expect(bytes / 100).toBeLessThan(4000);
});

it('the measure sees an allocation', async () => {
  const joints = falling(1000);
  const bytes = await allocated(() => {
    for (let i = 0; i < 100; i++) for (const body of joints.world.bodies) joints.objectOf(body);
    for (let i = 0; i < 10; i++) joints.attach(new Mesh());
  });
  expect(bytes).toBeGreaterThan(1000);
});
