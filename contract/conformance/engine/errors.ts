/** The check could not be made at all. Its message is one line for a person. */
export class CouldNotRun extends Error {
  override name = 'CouldNotRun'
}

/** Something is missing that the next steps need; what is wrong with it was recorded already. */
export class Blocked extends Error {}

/** The server asks to wait for longer than a check can. */
export class RateLimited extends Error {}

/** The run is to end early. */
export class Interrupted extends Error {}
