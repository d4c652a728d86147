import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const worker = fileURLToPath(new URL('worker.mjs', import.meta.url));

/** An engine on a scene, in its own process. */
export class Contestant {
  #child;
  #stopped = null;

  constructor(engine, scene) {
    this.engine = engine;
    this.#child = fork(worker, [engine, scene], {
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let told = '';
    this.#child.stderr.on('data', (text) => (told = (told + text).slice(-2000)));
    this.#child.on('exit', (code, signal) => {
      const cause =
        told.split('\n').find((line) => /Error|abort|unreachable/i.test(line)) ?? `ended with ${signal ?? code}`;
      this.#stopped = { failure: cause.trim() };
    });
  }

  /** Asks for one task; what goes wrong comes back as `failure` or `unsupported`. */
  ask(task, message, limit = 60_000) {
    if (this.#stopped !== null) return Promise.resolve(this.#stopped);
    return new Promise((resolve) => {
      const settle = (answer) => {
        clearTimeout(timer);
        this.#child.off('message', settle);
        this.#child.off('exit', gone);
        resolve(answer);
      };
      const gone = () => settle(this.#stopped);
      const timer = setTimeout(() => {
        this.#stopped = { failure: `took longer than ${limit / 1000} s` };
        this.#child.kill('SIGKILL');
        settle(this.#stopped);
      }, limit);
      this.#child.on('message', settle);
      this.#child.on('exit', gone);
      this.#child.send({ task, ...message });
    });
  }

  end() {
    this.#child.removeAllListeners('exit');
    this.#child.kill();
  }
}
