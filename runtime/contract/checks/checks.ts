import type { Check } from '../check.ts'
import { agreement } from './agreement.ts'
import { authentication } from './authentication.ts'
import { conformance } from './conformance.ts'
import { generated } from './generated.ts'
import { head } from './head.ts'
import { isolation } from './isolation.ts'
import { lifecycle } from './lifecycle.ts'
import { listProtocol } from './list-protocol.ts'
import { methods } from './methods.ts'
import { negative } from './negative.ts'
import { readOnly } from './read-only.ts'
import { roundTrip } from './round-trip.ts'
import { scopes } from './scopes.ts'
import { tenancy } from './tenancy.ts'
import { transition } from './transition.ts'
import { unknownId } from './unknown-id.ts'

/** Every rule, in the order in which they run: what others build on comes first, what takes the rest of the budget last. */
export const checks: readonly Check[] = [
  conformance,
  authentication,
  scopes,
  tenancy,
  lifecycle,
  agreement,
  isolation,
  roundTrip,
  readOnly,
  transition,
  unknownId,
  listProtocol,
  methods,
  head,
  negative,
  generated,
]
