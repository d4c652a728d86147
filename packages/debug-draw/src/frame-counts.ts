/** What became of a frame. */
export interface FrameCounts {
  /** joints that were offered and pass the filter */
  joints: number;
  /** joints of which something was drawn */
  drawn: number;
  /** segments of bodies and joints, without labels and legend; a doubled one counts once */
  segments: number;
  /** levels of detail taken off to keep the budget */
  bias: number;
  /** joints in view for which there was no room */
  leftOut: number;
  /** joints that were drawn and to be named, and found no line or no free place for a label */
  unnamed: number;
}
