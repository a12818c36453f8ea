import { app, hooks } from '../service.ts'

const isHook = ({ url }: Request) => new URL(url).pathname.startsWith('/hooks/')
export default { fetch: (request: Request) => (isHook(request) ? hooks(request) : app(request)) }
