import { writeFileSync } from 'node:fs';
import { hashes } from './scenes';

/** Keeps the hashes of today: run it when a change of the solver is meant to change the motion. */
writeFileSync(new URL('./hashes.json', import.meta.url), `${JSON.stringify(hashes(), null, 2)}\n`);
