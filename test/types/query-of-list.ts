import type { ListOperation } from '@concordat/runtime/client'
import { type Query, query } from '@concordat/runtime/query'

interface Refusal {
  readonly message: string
}
interface Request {
  readonly query?: { readonly page?: number }
}
type Response =
  | { readonly status: 200; readonly body: readonly string[] }
  | { readonly status: 304; readonly body?: undefined }
  | { readonly status: 401; readonly body: Refusal }

declare const list: ListOperation<Request, Response, string>

/**
 * A list with various error responses accepts its own queries, even if optional properties may be undefined.
 */
export const listQuery: Query<Request, Response> = query(list)
