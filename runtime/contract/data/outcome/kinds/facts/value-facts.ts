/** Data of findings about values, changes and items. */
export interface ValueFacts {
  'member lost': {
    readonly member: string
    readonly where: 'in the response' | 'when read again' | 'in the list'
    readonly sent: string
    readonly received: string
  }
  'member crashes': {
    readonly member: string
    readonly sent: string
    readonly others: number
    readonly status: number
  }
  'edge refused': { readonly member: string; readonly sent: string; readonly bound: string }
  'default not taken': { readonly member: string; readonly value: string; readonly received: string }
  'default not assumed': { readonly query: string }
  /** `isStated` is false if only responses contain the property, and no schema says that it is read-only. */
  'read-only taken': {
    readonly member: string
    readonly isStated: boolean
    readonly sent: string
    readonly received: string
  }
  'read-only crashes': { readonly members: readonly string[]; readonly status: number }
  'views differ': {
    readonly member: string
    readonly first: string
    readonly by: string
    readonly sent: string
    readonly received: string
  }
  'another item answered': { readonly member: string; readonly sent: string; readonly received: string }
  'change crashes': { readonly members: readonly string[]; readonly status: number }
  'member changed beside': {
    readonly member: string
    readonly before: string
    readonly members: readonly string[]
    /**
     * The point at which `member` had changed: after a single request, or after the whole series of changes.
     */
    readonly after: 'one' | 'all'
    readonly received: string
  }
  /** `steps` contains the operations of a JSON Patch. */
  'patched otherwise': {
    readonly member: string
    readonly steps: string
    readonly sent: string
    readonly received: string
  }
  'kept by replacement': { readonly member: string; readonly received: string }
  'not idempotent': { readonly members: readonly string[]; readonly status?: number }
  'effect not shown': {
    readonly member: string
    readonly sent: string
    readonly where: 'in the response' | 'when read'
    readonly operation: string
    readonly received: string
  }
  'effect answered otherwise': {
    readonly member: string
    readonly operation: string
    readonly sent: string
    readonly received: string
  }
  'effect on others': { readonly member: string; readonly before: string; readonly received: string }
  'sibling changed': {
    readonly member: string
    readonly id: string
    readonly before: string
    readonly operation: string
    readonly received: string
  }
  'identity changed': {
    readonly member: string
    readonly before: string
    readonly operation: string
    readonly received: string
  }
  'places changed': {
    readonly member: string
    readonly operation: string
    readonly before: string
    readonly received: string
  }
  'parent changed': {
    readonly member: string
    readonly before: string
    readonly operation: string
    readonly received: string
  }
  /** `most` states which new items the list is allowed to have: none besides the written item, or one. */
  'others appeared': {
    readonly by: string
    readonly operation: string
    readonly most: 'none beside' | 'one'
    readonly ids: readonly string[]
  }
  'others gone': { readonly by: string; readonly operation: string; readonly ids: readonly string[] }
  'not found': {
    readonly operation: string
    readonly where: 'when read again' | 'in the list'
    readonly by: string
    /** Absent if the list itself lacks the item. */
    readonly status?: number
  }
  'still there': { readonly by: string; readonly operation: string; readonly status: number }
  'still listed': { readonly by: string; readonly operation: string }
  'lost in the copy': { readonly member: string; readonly sent: string; readonly received: string }
  /** `create` is the operation that creates the items. */
  'taken by nothing': { readonly create: string }
  /** `isForbidden` is true for a 403 to the caller that deleted the item. */
  'deleted again refused': { readonly status: number; readonly isForbidden: boolean }
  'brought back': {
    readonly change: string
    readonly operation: string
    readonly status: number
    readonly isGone: boolean
  }
  'created nothing': { readonly id: string }
}
