import type { JointView } from '@tenon/core/view';
import type { BreakingJoints, ShownBody, Views } from '../../src/views';

type Listener = (event: { readonly joint: object }) => void;

/** A world of views made by hand. */
export class MadeUpWorld implements Views, BreakingJoints {
  views: JointView[];
  shown: ShownBody[] = [];
  readonly listeners = new Map<string, Set<Listener>>();
  visits = 0;

  constructor(views: JointView[] = []) {
    this.views = views;
    for (const view of views) view.joint = { id: view.name };
  }

  joints(visit: (view: JointView) => void, _alpha: number, asleep: boolean): void {
    this.visits++;
    for (const view of this.views) if (asleep || !(view.flags & 1)) visit(view);
  }

  joint(joint: object, _out: JointView, _alpha: number): JointView {
    const view = this.views.find((v) => v.joint === joint);
    if (!view) throw new Error('joint-removed');
    return view;
  }

  bodies(visit: (body: ShownBody) => void): void {
    for (const body of this.shown) visit(body);
  }

  on(event: string, listener: Listener): () => void {
    const all = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, all.add(listener));
    return () => void all.delete(listener);
  }

  emit(event: string, joint: object): void {
    for (const listener of this.listeners.get(event) ?? []) listener({ joint });
  }

  get listening(): number {
    return [...this.listeners.values()].reduce((sum, all) => sum + all.size, 0);
  }
}
