import { app, hooks } from '../service.ts'

const isHook = ({ url }: Request) => new URL(url).pathname.startsWith('/hooks/')
addEventListener('fetch', (event) =>
  event.respondWith(isHook(event.request) ? hooks(event.request) : app(event.request)),
)
