import { useNavigate } from '@tanstack/react-router'
import { queryOf } from '../api/query.ts'

export const productsOf = (projectId: string) =>
  queryOf('listProducts', { params: { project_id: projectId } })

/** In the place of the ID of a product: the form of a new one. */
export const NEW_PRODUCT = 'new'

/** Opens a product, with an ID at a shop that is mapped to it. */
export function useOpenProduct(projectId: string) {
  const navigate = useNavigate()
  return (productId: string, id?: string, replace = false): void =>
    void navigate({
      to: '/projects/$projectId/orders/products/$productId',
      params: { projectId, productId },
      search: id === undefined ? {} : { id },
      replace,
    })
}
