import { app, hooks } from '../service.ts'

const isHook = ({ url }: Request) => new URL(url).pathname.startsWith('/hooks/')
Deno.serve(
  { hostname: '127.0.0.1', port: 0, onListen: ({ port }) => console.log(`http://127.0.0.1:${port}`) },
  (request) => (isHook(request) ? hooks(request) : app(request)),
)
