import { createRootRoute, createRoute, createRouter, Link, RouterProvider } from '@tanstack/react-router'
import { OwnerSchema } from '../../../golden/outputs-for-libraries/expected/schemas.ts'

const root = createRootRoute()
const owners = createRoute({
  getParentRoute: () => root,
  path: '/router',
  validateSearch: OwnerSchema,
  component: Owner,
  errorComponent: ({ error }) => <p role="alert">{String(error)}</p>,
})
const router = createRouter({ routeTree: root.addChildren([owners]) })

/** A page of TanStack Router, whose search parameters a generated schema validates. */
export function RouterPage() {
  return <RouterProvider router={router} />
}

function Owner() {
  const { email } = owners.useSearch()
  return (
    <>
      <p>{email.toUpperCase()}</p>
      <Link from="/router" to="." search={{ email: 'max@pets.test' }}>
        Max
      </Link>
    </>
  )
}
