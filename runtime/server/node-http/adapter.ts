/**
 * The package that turns Node's requests into `Request`s; nothing of the runtime but what serves by Node needs it.
 * @throws Error that says how to install it.
 */
export async function loadAdapter(): Promise<typeof import('@hono/node-server')> {
  return await import('@hono/node-server').catch(refuseWithoutAdapter)
}

function refuseWithoutAdapter(cause: NodeJS.ErrnoException): never {
  if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause
  throw new Error(
    'Serving by Node needs the package "@hono/node-server", which is not installed. Fix: npm install @hono/node-server',
    { cause },
  )
}
