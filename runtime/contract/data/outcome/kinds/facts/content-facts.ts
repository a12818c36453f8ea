/**
 * Data for findings about files, and about representations in several media types and languages. For files,
 * `sent` and `received` contain their lengths and a few bytes, starting with the first byte that differs.
 */
export interface ContentFacts {
  'other bytes': {
    readonly operation: string
    readonly isSecond: boolean
    /** Media type, if files of several types were sent. */
    readonly type?: string
    readonly sent: string
    readonly received: string
  }
  'other file type': { readonly wanted: string; readonly received: string }
  'file described otherwise': { readonly name: string; readonly wanted: string; readonly received: string }
  /** `what` names the part that differs: a row, the table, or a property. */
  'written otherwise': {
    readonly mediaType: string
    readonly what: string
    readonly sent: string
    readonly received: string
  }
  'other range': { readonly range: string; readonly wanted: string; readonly received: string }
  'other language': { readonly asked: string; readonly wanted: string; readonly received: string }
  'language refused': { readonly language: string }
  /**
   * `wanted` is "absent" or "present" for a property that should be absent or present, "same" if it should be
   * the same as without the query, and "complete" if it should contain `sent`.
   */
  'other members': {
    readonly member: string
    readonly query: string
    readonly wanted: 'absent' | 'present' | 'same' | 'complete'
    readonly sent: string
    readonly received: string
  }
  'bulk answered otherwise': { readonly wanted: string; readonly received: string }
}
