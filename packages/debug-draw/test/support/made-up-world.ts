import type { JointView } from '@tenon/core/view';
import type { ShownBody, Source } from '../../src/source';

/** A world of views made by hand. */
export class MadeUpWorld implements Source {
  readonly lengthUnit = 1;
  views: JointView[];
  shown: ShownBody[] = [];
  readonly breaking = new Set<(view: JointView) => void>();
  readonly broken = new Set<(joint: object) => void>();
  visits = 0;

  constructor(views: JointView[] = []) {
    this.views = views;
    for (const view of views) view.joint = { id: view.name };
  }

  joints(visit: (view: JointView) => void, _alpha: number, asleep: boolean): void {
    this.visits++;
    for (const view of this.views) if (asleep || !(view.flags & 1)) visit(view);
  }

  bodies(visit: (body: ShownBody) => void): void {
    for (const body of this.shown) visit(body);
  }

  contacts(): void {}

  onBreaking(listener: (view: JointView) => void): () => void {
    this.breaking.add(listener);
    return () => void this.breaking.delete(listener);
  }

  onBroken(listener: (joint: object) => void): () => void {
    this.broken.add(listener);
    return () => void this.broken.delete(listener);
  }

  /** A joint is overloaded, and breaks unless somebody keeps it. */
  overload(view: JointView, kept: boolean): void {
    for (const listener of this.breaking) listener(view);
    if (kept) return;
    this.views = this.views.filter((other) => other !== view);
    for (const listener of this.broken) listener(view.joint);
  }

  get listening(): number {
    return this.breaking.size + this.broken.size;
  }
}
