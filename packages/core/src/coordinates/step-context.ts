import type { ForceFunction } from './force-function';

/**
 * The numbers of the substep at hand, shared by all kernels. `relax`: the second pass, which solves rigid laws
 * again without bias. Rigid softness is hertz 0.25/h with damping ratio 2 (design §3): stiff enough to converge
 * under refinement, soft enough not to feed energy into bridges (0.35/h does).
 */
export class StepContext {
  /** s */
  h = 1 / 240;
  /** 1/h */
  perSecond = 240;
  relax = false;
  /** World units/s² */
  gravityX = 0;
  gravityY = 0;
  /** Share of a position error removed per second by a rigid lock, and its share of the velocity solve. */
  biasRate = 0;
  massScale = 1;
  impulseScale = 0;
  /** World units per metre. */
  lengthUnit = 1;
  /** What `maxCorrectionSpeed` is multiplied by for the coordinate at hand: 1 for lengths, π / lengthUnit for angles. */
  correctionScale = 1;
  /** Poses now, and where h·v would bring them: for rows that find their arc by measuring. */
  pose = new Float64Array(0);
  movedPose = new Float64Array(0);
  /** Force functions by the number that records keep. */
  forces: readonly ForceFunction[] = [];

  /** Of a step of `dt` seconds in equal parts. Divided here, because a quotient handed to a call would be allocated. */
  setSubstep(dt: number, parts = 1): void {
    const h = dt / parts;
    if (h === this.h && this.biasRate > 0) return;
    this.h = h;
    this.perSecond = 1 / h;
    // ω h = 2π · 0.25 and ζ = 2, whatever h is.
    const omegaH = Math.PI / 2;
    const a1 = 4 + omegaH;
    const a2 = omegaH * a1;
    this.biasRate = omegaH / h / a1;
    this.massScale = a2 / (1 + a2);
    this.impulseScale = 1 / (1 + a2);
  }
}
