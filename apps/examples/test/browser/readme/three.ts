import { box } from '@tenon/core';
import { fitCamera, JointsHelper, ThreeJoints } from '@tenon/three-adapter';
import { BoxGeometry, Mesh, MeshBasicMaterial, OrthographicCamera, Scene, WebGLRenderer } from 'three';

const renderer = new WebGLRenderer({ antialias: true });
document.body.append(renderer.domElement);
renderer.setSize(innerWidth, innerHeight);
const scene = new Scene();
const camera = fitCamera(new OrthographicCamera(), { height: 12 }, innerWidth / innerHeight);
camera.position.z = 10;

const arm = new Mesh(new BoxGeometry(4, 0.4, 0.4), new MeshBasicMaterial({ color: 0xffcc00 }));
arm.position.x = 2;
scene.add(arm);

const joints = new ThreeJoints();
joints.attach(arm, { shape: box(4, 0.4) });
const hinge = joints.create('pivot', { bodyB: arm, anchor: [0, 0] });
hinge.angle.limits = [-1, 1];
scene.add(new JointsHelper(joints));
renderer.setAnimationLoop(() => {
  joints.update();
  renderer.render(scene, camera);
});
