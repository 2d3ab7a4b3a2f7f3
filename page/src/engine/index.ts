/** The page's side of the library. The types of questions and replies come from the build of arcdoku-wasm. */
export interface Engine {
  /** Asks the resident worker, which keeps its state. */
  ask(question: string, options: unknown): Promise<unknown>;
  /** Runs a long job in a worker of its own, which `signal` ends at once. */
  run(
    question: string,
    options: unknown,
    control?: { progress?: (report: unknown) => void; signal?: AbortSignal },
  ): Promise<unknown>;
}
