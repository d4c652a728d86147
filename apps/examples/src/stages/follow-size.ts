/** Of an element, CSS px. */
export interface Size {
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
}

/** Tells the size of an element now and at every change; returns the function that ends it. */
export function followSize(element: HTMLElement, tell: (size: Size) => void): () => void {
  const measure = () => tell(sizeOf(element));
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  measure();
  return () => observer.disconnect();
}

export function sizeOf({ clientWidth, clientHeight }: HTMLElement): Size {
  return {
    width: Math.max(1, clientWidth),
    height: Math.max(1, clientHeight),
    pixelRatio: Math.min(2, devicePixelRatio),
  };
}
