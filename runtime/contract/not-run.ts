/** A check could not be run. The message goes on from "not run, because". */
export class NotRun extends Error {
  override readonly name = 'NotRun'
}
