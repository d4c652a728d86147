/** An element with attributes and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A button with a key: both do the same. */
export function button(label: string, key: string, click: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', title: `${label} (${key === ' ' ? 'space' : key})` }, label);
  made.addEventListener('click', click);
  leaveFocus(made);
  return made;
}

/** A pointer that presses a button does not focus it, so that Enter and space stay keys of the page. */
export function leaveFocus(button: HTMLButtonElement): void {
  button.addEventListener('mousedown', (event) => event.preventDefault());
}

/** True of a key that asks for nothing else: no shortcut of the browser, no text, no button or link that has the focus. */
export function isFree({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey) return false;
  if (!(target instanceof Element)) return true;
  const presses = key === 'Enter' || key === ' ';
  return target.closest(presses ? 'input, select, textarea, button, a' : 'input, select, textarea') === null;
}
