import type { PagesDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'

/** How to read all pages of a list, with the schema of one item; or why that is not certain, and what is likely. */
export type Paging =
  | { readonly pages: PagesDescriptor; readonly item: JsonSchema }
  | { readonly unproven: string; readonly likely?: Omit<PagesDescriptor, 'items'> }
