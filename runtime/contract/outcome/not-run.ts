/** A check could not be run. The message goes on from "not run, because". */
export class NotRun extends Error {
  override readonly name: string = 'NotRun'
}

/** The run may send nothing more: whatever was to come is not run for this one reason. */
export class RunEnded extends NotRun {}

/** A check that was to come when the run ended early. @param why Goes on from "the run ended early:". */
export function endedEarly(why: string): string {
  return `the run ended early: ${why}`
}
