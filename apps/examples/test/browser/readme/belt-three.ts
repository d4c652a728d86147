import { disc } from '@tenon/core';
import { fitCamera, JointsHelper, ThreeJoints } from '@tenon/three-adapter';
import { BoxGeometry, Mesh, MeshBasicMaterial, OrthographicCamera, Scene, WebGLRenderer } from 'three';
import { belt } from './belt';

const renderer = new WebGLRenderer({ antialias: true });
document.body.append(renderer.domElement);
renderer.setSize(innerWidth, innerHeight);
const scene = new Scene();
const camera = fitCamera(new OrthographicCamera(), { height: 6 }, innerWidth / innerHeight);
camera.position.z = 10;

const joints = new ThreeJoints({ types: [belt] });
const radii = [0.4, 0.6, 0.3];
const wheels = [-2, 0, 1.5].map((x, i) => {
  const mesh = new Mesh(new BoxGeometry(radii[i] * 1.8, 0.1, 0.1), new MeshBasicMaterial({ color: 0xffcc00 }));
  mesh.position.x = x;
  scene.add(mesh);
  joints.attach(mesh, { shape: disc(radii[i]) });
  return { mesh, hinge: joints.create('pivot', { bodyB: mesh, anchor: [x, 0] }) };
});
const [bodyA, bodyB, bodyC] = wheels.map(({ mesh }) => mesh);
joints.create('belt', { bodyA, bodyB, bodyC, radiusA: 0.4, radiusB: 0.6, radiusC: 0.3 });
wheels[0].hinge.angle.motor = { speed: 3, maxTorque: 50 };
scene.add(new JointsHelper(joints));
renderer.setAnimationLoop(() => {
  joints.update();
  renderer.render(scene, camera);
});
