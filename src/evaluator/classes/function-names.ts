/** The name that a function without one takes from what it is assigned to: `const get = () => …`. */
export class FunctionNames {
  private next: string | undefined;

  /** Evaluates an initialiser: the first function in it takes the name. */
  during<T>(name: string | undefined, run: () => T): T {
    if (name !== undefined) this.next = name;
    const value = run();
    this.next = undefined;
    return value;
  }

  take(): string {
    const name = this.next ?? "anonymous";
    this.next = undefined;
    return name;
  }
}
