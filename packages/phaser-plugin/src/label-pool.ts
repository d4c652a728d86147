import type * as Phaser from 'phaser';

/** Lies over everything, and is known by this name in the display list. */
export const overlayDepth = Number.MAX_VALUE;
export const overlayName = 'tenon-debug';

/** Lines of text that are used again in every frame; a line is drawn anew only when it says something else. */
export class LabelPool {
  readonly #texts: Phaser.GameObjects.Text[] = [];
  #used = 0;

  begin(): void {
    this.#used = 0;
  }

  /** The next line, in a colour with an outline of the background's. */
  next(scene: Phaser.Scene, text: string, size: number, color: string, background: string): Phaser.GameObjects.Text {
    const label = this.#text(scene, this.#used++).setVisible(true).setText(text);
    if (label.style.fontSize !== `${size}px`) label.setFontSize(size);
    if (label.style.color !== color) label.setColor(color);
    if (label.style.stroke !== background) label.setStroke(background, 3);
    return label;
  }

  /** Hides the lines that this frame did not use. */
  end(): void {
    for (let i = this.#used; i < this.#texts.length; i++) this.#texts[i].setVisible(false);
  }

  destroy(): void {
    for (const text of this.#texts.splice(0)) text.destroy();
  }

  #text(scene: Phaser.Scene, index: number): Phaser.GameObjects.Text {
    const text: Phaser.GameObjects.Text | undefined = this.#texts[index];
    if ((text?.scene as Phaser.Scene | undefined) !== undefined) {
      if (text.displayList === null) text.addToDisplayList();
      return text;
    }
    const style = { fontFamily: 'sans-serif', resolution: 2 };
    return (this.#texts[index] = scene.add.text(0, 0, '', style).setDepth(overlayDepth).setName(overlayName));
  }
}
