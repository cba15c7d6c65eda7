import { changedProductFields, productForm, productValues, type ProductValues } from '../../contract/forms/products'
import type { Product } from '../../contract/products'
import { promiseActor } from '../actors'
import { recordFlow } from '../factories/recordFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface ProductEditInput extends FlowSurroundings {
  /** None for a new product. */
  productId: string | undefined
}

/** Adding a product, or editing one, from the open panel to the server's yes (PR-02). */
export const productEditMachine = recordFlow({
  id: 'productEdit',
  form: productForm,
  valuesOf: productValues,
  context: ({ productId, organizationId }: ProductEditInput) => ({ productId, organizationId }),
  actors: {
    /** Of a new product there is nothing to read. */
    fetchProduct: promiseActor<
      Product | undefined,
      { organizationId: string | undefined; productId: string | undefined }
    >('fetchProduct'),
    saveProduct: promiseActor<
      void,
      { organizationId: string | undefined; product: Product | undefined; values: ProductValues }
    >('saveProduct'),
  },
  load: { src: 'fetchProduct', input: (context) => context, canBeLeft: true },
  isReread: true,
  submit: {
    state: 'saving',
    src: 'saveProduct',
    input: ({ organizationId, record, form }) => ({ organizationId, product: record, values: form.values }),
    change: ({ record, form }) =>
      record
        ? { resource: 'products', kind: 'merge', id: record.id, fields: changedProductFields(record, form.values) }
        : { resource: 'products', kind: 'add' },
    message: ({ record }) => (record ? 'Product saved' : 'Product added'),
    done: 'saved',
  },
  refusesFields: true,
})
