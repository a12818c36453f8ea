/** Parts of runtimes that the mounts use and whose types are not installed here. */
declare const Bun: {
  serve(options: {
    hostname: string
    port: number
    routes: Record<string, (request: Request) => Promise<Response>>
  }): { readonly url: URL }
}
declare const Deno: {
  serve(
    options: { hostname: string; port: number; onListen: (address: { port: number }) => void },
    handler: (request: Request) => Promise<Response>,
  ): unknown
}
/** Workers that answer the event "fetch". */
interface FetchEvent extends Event {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
declare function addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
