import type { Grade } from '@concordat/contract'
import type { Config, VerifyConfig } from '../../../options/config/config-types.ts'
import type { Given } from '../../../options/options.ts'
import { withEnvironment } from './environment.ts'
import { withGiven } from './given.ts'

/** Grades of rules that come from a document without the overlays that somebody tests it with. */
export const OF_DOCUMENT: readonly Grade[] = ['documented', 'derived']

/**
 * Settings of a run from configuration, environment and command line. Overlays of a configuration are
 * decisions of those who answer for the service, and hold. Those of the command line help to test a document
 * of others, whose server never promised them.
 * @throws {UsageError} for a variable whose value is none.
 */
export function judgedConfig(config: Config, given: Given): VerifyConfig {
  const configured = withGiven(withEnvironment(config.verify ?? {}, process.env), given)
  const { ca } = given
  const verify = ca === undefined ? configured : { ...configured, tls: { ...configured.tls, authority: ca } }
  const isOfOthers = given.overlays !== undefined && verify.grades === undefined
  return isOfOthers ? { ...verify, grades: OF_DOCUMENT } : verify
}
