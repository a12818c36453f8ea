import { app, hooks } from '../service.ts'

const { url } = Bun.serve({ hostname: '127.0.0.1', port: 0, routes: { '/hooks/*': hooks, '/*': app } })
console.log(url.origin)
