import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { readActivitySearch } from './activity/activity-search.ts'
import { queryClient } from './api/query-client.ts'
import { sessionQuery } from './api/session.ts'
import { readCustomersSearch } from './customers/customers-search.ts'
import { readKeysSearch } from './keys/keys-search.ts'
import { readMailSearch } from './mail/mail-search.ts'
import { readOrdersSearch, readProductSearch } from './orders/orders-search.ts'
import { lastProject } from './shell/last-project.ts'
import { Broken, NotFound, Root } from './shell/Root.tsx'
import { Shell } from './shell/Shell.tsx'

const root = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: Broken })

interface SignInSearch {
  /** The address in the page to which the sign-in returns. */
  readonly to?: string
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ to }: Record<string, unknown>): SignInSearch =>
    // SECURITY: accepts only a path of this page, never another site.
    typeof to === 'string' && /^\/(?![/\\])/.test(to) ? { to } : {},
  component: lazyRouteComponent(() => import('./sign-in/SignInPage.tsx'), 'SignInPage'),
})

const link = createRoute({
  getParentRoute: () => root,
  path: '/link/$token',
  component: lazyRouteComponent(() => import('./sign-in/LinkPage.tsx'), 'LinkPage'),
})

/** Everything that needs a session. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: async () => {
    const session = await queryClient.ensureQueryData(sessionQuery)
    const projectId = lastProject(session?.projects ?? [])
    if (projectId !== undefined) {
      throw redirect({ to: '/projects/$projectId/keys', params: { projectId }, replace: true })
    }
  },
  component: lazyRouteComponent(() => import('./shell/NoProject.tsx'), 'NoProject'),
})

/** A page that needs a session. */
const page = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => signedIn, path, component })

/** A page of one project. */
const ofProject = <const Path extends string>(path: Path, component: RouteComponent) =>
  page(`/projects/$projectId/${path}`, component)

const keys = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/keys',
  validateSearch: readKeysSearch,
  component: lazyRouteComponent(() => import('./keys/KeysPage.tsx'), 'KeysPage'),
})

const activity = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/activity',
  validateSearch: readActivitySearch,
  component: lazyRouteComponent(() => import('./activity/ActivityPage.tsx'), 'ActivityPage'),
})

const mail = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/mail',
  validateSearch: readMailSearch,
  component: lazyRouteComponent(() => import('./mail/MailPage.tsx'), 'MailPage'),
})

const orders = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/orders',
  validateSearch: readOrdersSearch,
  component: lazyRouteComponent(() => import('./orders/OrdersPage.tsx'), 'OrdersPage'),
})

const product = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId/orders/products/$productId',
  validateSearch: readProductSearch,
  component: lazyRouteComponent(() => import('./products/ProductPage.tsx'), 'ProductPage'),
})

const customers = createRoute({
  getParentRoute: () => signedIn,
  path: '/customers',
  validateSearch: readCustomersSearch,
  component: lazyRouteComponent(() => import('./customers/CustomersPage.tsx'), 'CustomersPage'),
})

const OverviewPage = lazyRouteComponent(() => import('./overview/OverviewPage.tsx'), 'OverviewPage')
const MailSettingsPage = lazyRouteComponent(() => import('./mail/MailSettingsPage.tsx'), 'MailSettingsPage')
const OrderPage = lazyRouteComponent(() => import('./orders/OrderPage.tsx'), 'OrderPage')
const ProductsPage = lazyRouteComponent(() => import('./products/ProductsPage.tsx'), 'ProductsPage')
const ShopsPage = lazyRouteComponent(() => import('./shops/ShopsPage.tsx'), 'ShopsPage')
const ShopPage = lazyRouteComponent(() => import('./shops/ShopPage.tsx'), 'ShopPage')
const PolicyPage = lazyRouteComponent(() => import('./policy/PolicyPage.tsx'), 'PolicyPage')
const ImportPage = lazyRouteComponent(() => import('./import/ImportPage.tsx'), 'ImportPage')
const KeyPage = lazyRouteComponent(() => import('./key/KeyPage.tsx'), 'KeyPage')
const ReleasesPage = lazyRouteComponent(() => import('./releases/ReleasesPage.tsx'), 'ReleasesPage')
const ScriptsPage = lazyRouteComponent(() => import('./scripts/ScriptsPage.tsx'), 'ScriptsPage')
const ProjectPage = lazyRouteComponent(() => import('./project/ProjectPage.tsx'), 'ProjectPage')
const CustomerPage = lazyRouteComponent(() => import('./customers/CustomerPage.tsx'), 'CustomerPage')
const ServicePage = lazyRouteComponent(() => import('./service/ServicePage.tsx'), 'ServicePage')
const PeoplePage = lazyRouteComponent(() => import('./people/PeoplePage.tsx'), 'PeoplePage')
const AccountPage = lazyRouteComponent(() => import('./account/AccountPage.tsx'), 'AccountPage')

/**
 * The address of a page is in the fragment, which browsers do not send: no key and no token reaches
 * the log of a proxy.
 */
export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    link,
    signedIn.addChildren([
      home,
      ofProject('overview', OverviewPage),
      ofProject('policy', PolicyPage),
      keys,
      activity,
      mail,
      orders,
      ofProject('orders/$orderId', OrderPage),
      ofProject('orders/products', ProductsPage),
      product,
      ofProject('orders/shops', ShopsPage),
      ofProject('orders/shops/$shopId', ShopPage),
      ofProject('mail/settings', MailSettingsPage),
      ofProject('keys/import', ImportPage),
      // SECURITY: the address has the ID of the key and not the key: browsers store addresses.
      ofProject('keys/$keyId', KeyPage),
      ofProject('releases', ReleasesPage),
      ofProject('scripts', ScriptsPage),
      ofProject('scripts/$scriptId', ScriptsPage),
      ofProject('settings', ProjectPage),
      customers,
      // SECURITY: the ID of the customer and not the e-mail address, for the same reason.
      page('/customers/$customerId', CustomerPage),
      page('/service', ServicePage),
      page('/people', PeoplePage),
      page('/account', AccountPage),
    ]),
  ]),
  history: createHashHistory(),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
