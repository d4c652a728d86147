import { ownRoles, type Role } from './ink';
import { cssColor, parseColor } from './palette';

/** Gives the colours of users' own joints a role each, as long as there are roles. */
export class Tints {
  /** `#rrggbb` of each role in use */
  readonly colors: string[] = [];
  readonly #roles = new Map<string | number, Role>();
  readonly #report: (error: unknown) => void;

  /** `report` hears of colours that cannot be used, once each. */
  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  /** The role of a colour, `#rgb`, `#rrggbb` or 0xrrggbb; that of a calm joint if there is none, or none left. */
  roleOf(color: string | number | null): Role {
    if (color === null) return 'load0';
    return this.#roles.get(color) ?? this.#add(color);
  }

  #add(color: string | number): Role {
    let role: Role = 'load0';
    try {
      const css = cssColor(typeof color === 'number' ? color & 0xffffff : parseColor(color));
      const known = this.colors.indexOf(css);
      const index = known < 0 ? this.colors.length : known;
      if (index < ownRoles.length) {
        role = ownRoles[index];
        this.colors[index] = css;
      }
    } catch (error) {
      this.#report(error);
    }
    this.#roles.set(color, role);
    return role;
  }
}
