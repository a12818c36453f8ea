import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { openedDocument, openedOperation } from '../../data/address/opened.ts'
import type { Check } from '../check.ts'
import { agreement } from './agreement/agreement.ts'
import { authentication } from './authentication/authentication.ts'
import { bulk } from './bulk/bulk.ts'
import { caching } from './caching/caching.ts'
import { combinations } from './combinations/combinations.ts'
import { computed } from './computed/computed.ts'
import { conformance } from './conformance/conformance.ts'
import { content } from './content/content.ts'
import { defaults } from './defaults/defaults.ts'
import { generated } from './generated/generated.ts'
import { head } from './head/head.ts'
import { isolation } from './isolation/isolation.ts'
import { jobs } from './jobs/jobs.ts'
import { language } from './language/language.ts'
import { leniency } from './leniency/leniency.ts'
import { lifecycle } from './lifecycle/lifecycle.ts'
import { listProtocol } from './list-protocol/list-protocol.ts'
import { listing } from './listing/listing.ts'
import { locking } from './locking/locking.ts'
import { members } from './members/members.ts'
import { methods } from './methods/methods.ts'
import { negative } from './negative/negative.ts'
import { nesting } from './nesting/nesting.ts'
import { offers } from './offers/offers.ts'
import { patch } from './patch/patch.ts'
import { preference } from './preference/preference.ts'
import { readOnly } from './read-only/read-only.ts'
import { references } from './references/references.ts'
import { robustness } from './robustness/robustness.ts'
import { roundTrip } from './round-trip/round-trip.ts'
import { scopes } from './scopes/scopes.ts'
import { sets } from './sets/sets.ts'
import { states } from './states/states.ts'
import { tenancy } from './tenancy/tenancy.ts'
import { transition } from './transition/transition.ts'
import { trash } from './trash/trash.ts'
import { unique } from './unique/unique.ts'
import { unknownId } from './unknown-id/unknown-id.ts'
import { validValues } from './valid-values/valid-values.ts'

/**
 * All rules. Those that apply to an operation run in this order, except that the quick ones run earlier.
 * Rules that others depend on come first, and rules that use the remaining budget come last.
 */
export const checks: readonly Check[] = [
  conformance,
  authentication,
  scopes,
  tenancy,
  lifecycle,
  locking,
  preference,
  sets,
  agreement,
  isolation,
  nesting,
  bulk,
  patch,
  roundTrip,
  readOnly,
  defaults,
  offers,
  content,
  transition,
  unknownId,
  listProtocol,
  members,
  language,
  caching,
  methods,
  head,
  states,
  jobs,
  trash,
  leniency,
  robustness,
  validValues,
  references,
  negative,
  generated,
  unique,
  combinations,
  computed,
  listing,
]

/** Rules that need few requests and find most crashes. A run applies them to all operations early. */
export const quick: readonly Check[] = [conformance, unknownId]

/** Rules that judge what the whole run has shown. They run after all others. */
export const closing: readonly Check[] = [unique, combinations, computed, listing]

/**
 * The rule that reports that an operation does not work at all (a server error, or no response), no matter
 * which rule found this.
 */
export const generalRule: Check = conformance

/** A rule family that applies to an operation, with the title of its test for that operation. */
export interface Applied {
  readonly check: Check
  readonly title: string
}

/** The rule families that apply to an operation of a document. */
export function familiesFor(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): readonly Applied[] {
  const addressed = openedOperation(operation, document)
  return checks
    .filter((check) => check.applies(addressed, openedDocument(document)))
    .map((check) => ({ check, title: check.title(addressed) }))
}
