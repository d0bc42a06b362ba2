/** A constructor that returns its argument, so that a subclass can add a private field to any object. */
export class Given {
  constructor(object: object) {
    return object;
  }
}
