import { Color, OrthographicCamera, Scene, WebGLRenderer } from 'three';
import { onTestFinished } from 'vitest';

/** A renderer with a scene and a camera that shows `height` world units around the origin; gone after the test. */
export function createStage({ width = 400, height = 300, worldHeight = 6, background = 0x11161d } = {}): Stage {
  const renderer = new WebGLRenderer({ antialias: false, preserveDrawingBuffer: true });
  renderer.setPixelRatio(1);
  renderer.setSize(width, height);
  document.body.style.margin = '0';
  document.body.append(renderer.domElement);
  const scene = new Scene();
  scene.background = new Color(background);
  const half = worldHeight / 2;
  const camera = new OrthographicCamera((-half * width) / height, (half * width) / height, half, -half, 0.1, 100);
  camera.position.z = 10;
  const stage: Stage = {
    renderer,
    scene,
    camera,
    render: () => renderer.render(scene, camera),
    pixel: (x, y) => readPixels(renderer, toPixels(x), toPixels(y), 1)[0],
    around: (x, y, reach) => readPixels(renderer, toPixels(x) - reach, toPixels(y) - reach, 2 * reach + 1),
    client: (x, y) => ({
      clientX: width / 2 + (x * height) / worldHeight,
      clientY: height / 2 - (y * height) / worldHeight,
    }),
  };
  function toPixels(world: number): number {
    return Math.round((world * height) / worldHeight);
  }
  onTestFinished(() => {
    renderer.dispose();
    renderer.domElement.remove();
  });
  return stage;
}

export interface Stage {
  readonly renderer: WebGLRenderer;
  readonly scene: Scene;
  readonly camera: OrthographicCamera;
  render(): void;
  /** 0xrrggbb at a world point. */
  pixel(x: number, y: number): number;
  /** The pixels within `reach` px of a world point. */
  around(x: number, y: number, reach: number): number[];
  /** Where a world point is in the window. */
  client(x: number, y: number): { clientX: number; clientY: number };
}

/** A square of pixels whose lower left corner is so many from the middle of the picture. */
function readPixels(
  {
    domElement,
    getContext,
  }: { domElement: HTMLCanvasElement; getContext(): WebGLRenderingContext | WebGL2RenderingContext },
  x: number,
  y: number,
  size: number,
): number[] {
  const gl = getContext();
  const bytes = new Uint8Array(size * size * 4);
  gl.readPixels(domElement.width / 2 + x, domElement.height / 2 + y, size, size, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  return Array.from(
    { length: size * size },
    (_, i) => (bytes[i * 4] << 16) | (bytes[i * 4 + 1] << 8) | bytes[i * 4 + 2],
  );
}
