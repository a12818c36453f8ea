import type { Fault } from '../fault.ts'
import { authentication } from './authentication.ts'
import { conformance } from './conformance.ts'
import { items } from './kinds/items.ts'
import { requests } from './kinds/requests.ts'
import { storeItems } from './kinds/store-items.ts'
import { storeRequests } from './kinds/store-requests.ts'
import { storeValues } from './kinds/store-values.ts'
import { unseenItems } from './kinds/unseen-items.ts'
import { unseenRequests } from './kinds/unseen-requests.ts'
import { unseenStoreItems } from './kinds/unseen-store-items.ts'
import { unseenStoreRequests } from './kinds/unseen-store-requests.ts'
import { unseenStoreValues } from './kinds/unseen-store-values.ts'
import { unseenValues } from './kinds/unseen-values.ts'
import { values } from './kinds/values.ts'
import { lifecycle } from './lifecycle.ts'
import { listProtocol } from './list-protocol.ts'
import { methods } from './methods.ts'
import { negative } from './negative.ts'
import { readOnly } from './read-only.ts'
import { scopes } from './scopes.ts'
import { seenStoreFaults } from './store.ts'
import { tenancy } from './tenancy.ts'
import { transition } from './transition.ts'
import { unknownId } from './unknown-id.ts'
import { unseenAuthentication } from './unseen-authentication.ts'
import { unseenConformance } from './unseen-conformance.ts'
import { unseenLifecycle } from './unseen-lifecycle.ts'
import { unseenListProtocol } from './unseen-list-protocol.ts'
import { unseenMethods } from './unseen-methods.ts'
import { unseenNegative } from './unseen-negative.ts'
import { unseenReadOnly } from './unseen-read-only.ts'
import { unseenScopes } from './unseen-scopes.ts'
import { unseenStoreFaults } from './unseen-store.ts'
import { unseenTenancy } from './unseen-tenancy.ts'
import { unseenTransition } from './unseen-transition.ts'
import { unseenUnknownId } from './unseen-unknown-id.ts'

/** The reference service's faults that cut across the rules. */
const referenceKinds: readonly Fault[] = [
  ...values,
  ...unseenValues,
  ...requests,
  ...unseenRequests,
  ...items,
  ...unseenItems,
]

/** The store's faults that cut across the rules. */
const storeKinds: readonly Fault[] = [
  ...storeValues,
  ...unseenStoreValues,
  ...storeItems,
  ...unseenStoreRequests,
  ...storeRequests,
  ...unseenStoreItems,
]

/** All faults of the reference service. */
export const referenceFaults: readonly Fault[] = [
  ...conformance,
  ...lifecycle,
  ...readOnly,
  ...transition,
  ...unknownId,
  ...authentication,
  ...scopes,
  ...tenancy,
  ...negative,
  ...listProtocol,
  ...methods,
  ...unseenConformance,
  ...unseenLifecycle,
  ...unseenReadOnly,
  ...unseenTransition,
  ...unseenUnknownId,
  ...unseenAuthentication,
  ...unseenScopes,
  ...unseenTenancy,
  ...unseenNegative,
  ...unseenListProtocol,
  ...unseenMethods,
  ...referenceKinds,
]

/** All faults of the store. */
export const storeFaults: readonly Fault[] = [...seenStoreFaults, ...unseenStoreFaults, ...storeKinds]
