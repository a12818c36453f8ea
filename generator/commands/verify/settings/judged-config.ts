import type { Grade } from '@concordat/contract'
import type { Config, VerifyConfig } from '../../../options/config/config-types.ts'
import type { Given } from '../../../options/options.ts'
import { withEnvironment } from './environment.ts'
import { withGivenSettings } from './given.ts'

/** Grades of rules that follow from a document itself, rather than from overlays. */
export const DOCUMENT_GRADES: readonly Grade[] = ['documented', 'derived']

/**
 * Combines the settings from configuration, environment and command line. A configuration's overlays are
 * binding decisions by the service's owners. Overlays on the command line only help to test another party's
 * document. By default, findings that follow from such an overlay are not reported, because the server never
 * promised what it states.
 * @throws {UsageError} for an invalid variable.
 */
export function judgedConfig(config: Config, given: Given): VerifyConfig {
  const configured = withGivenSettings(withEnvironment(config.verify ?? {}, process.env), given)
  const { ca } = given
  const verify = ca === undefined ? configured : { ...configured, tls: { ...configured.tls, authority: ca } }
  const isOfOthers = given.overlays !== undefined && verify.grades === undefined
  return isOfOthers ? { ...verify, grades: DOCUMENT_GRADES } : verify
}
