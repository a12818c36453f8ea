/** A check could not be run. The message goes on from "not run, because". */
export class NotRun extends Error {
  override readonly name: string = 'NotRun'
}

/** The run may send nothing more: whatever was to come is not run for this one reason. */
export class RunEnded extends NotRun {}
