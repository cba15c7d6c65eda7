import { setup } from 'xstate'
import { changedProductFields, productForm, productValues, type ProductValues } from '../../contract/forms/products'
import type { Product } from '../../contract/products'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { type FieldEvent, fieldEvents, type LeaveEvent, leaveTo, newForm, submitTo } from '../form'
import { type Change, changeParts } from '../pendingChanges'
import { type RecordEvent, type RecordForm, recordFormParts } from '../recordForm'
import { outdatedTo, recordQuestions, refreshOf } from '../recordNews'
import { refusedTo } from '../refusedFields'

export interface ProductEditInput extends FlowSurroundings {
  /** None for a new product. */
  productId: string | undefined
}
/** The record is absent while it is read, and for a new product. */
interface Context extends RecordForm<Product | undefined, ProductValues> {
  productId: string | undefined
  organizationId: string | undefined
}
export type ProductEditEvent = FieldEvent<ProductValues> | RecordEvent<Product> | LeaveEvent | { type: 'dialog.submit' }

/** What a person sees of it before the server has confirmed it. */
const changeOf = ({ record, form: { values } }: Context): Change =>
  record
    ? { resource: 'products', kind: 'merge', id: record.id, fields: changedProductFields(record, values) }
    : { resource: 'products', kind: 'add' }

/** Adding a product, or editing one, from the open panel to the server's yes (PR-02). */
export const productEditMachine = setup({
  types: {
    input: {} as ProductEditInput,
    context: {} as Context,
    events: {} as ProductEditEvent,
    tags: {} as 'open' | 'busy' | 'asking' | 'deciding',
  },
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
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(recordFormParts<Product | undefined, ProductValues>(productForm, productValues))
  .createMachine({
    id: 'productEdit',
    context: ({ input: { productId, organizationId } }) => ({
      productId,
      organizationId,
      record: undefined,
      form: newForm(productValues()),
      theirs: undefined,
    }),
    initial: 'loading',
    states: {
      loading: {
        invoke: {
          src: 'fetchProduct',
          input: ({ context }) => context,
          onDone: {
            target: 'editing',
            actions: { type: 'beginWith', params: ({ event }) => ({ record: event.output }) },
          },
          onError: { target: 'failed', actions: withError('reportError') },
        },
        // Nothing is shown yet that could be left; Back takes its address away.
        on: { 'dialog.cancel': 'cancelled' },
      },
      editing: {
        tags: 'open',
        on: {
          ...fieldEvents<ProductValues>(),
          ...refreshOf<Product>(),
          ...leaveTo('cancelled'),
          'dialog.submit': submitTo('saving'),
        },
      },
      ...recordQuestions<Product, ProductValues>(),
      saving: {
        tags: ['open', 'busy'],
        entry: { type: 'showChange', params: ({ context }) => changeOf(context) },
        invoke: {
          src: 'saveProduct',
          input: ({ context: { organizationId, record, form } }) => ({
            organizationId,
            product: record,
            values: form.values,
          }),
          onDone: {
            target: 'saved',
            actions: [
              'confirmChange',
              {
                type: 'showMessage',
                params: ({ context }) => ({ message: context.record ? 'Product saved' : 'Product added' }),
              },
            ],
          },
          onError: [
            ...outdatedTo('saving'),
            refusedTo('editing'),
            { target: 'editing', actions: ['revertChange', withError('reportError')] },
          ],
        },
      },
      saved: { type: 'final' },
      cancelled: { type: 'final' },
      failed: { type: 'final' },
    },
  })
