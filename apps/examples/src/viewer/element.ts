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
  const made = element('button', { type: 'button', title: `${label} (${key})` }, label);
  made.addEventListener('click', click);
  return made;
}
