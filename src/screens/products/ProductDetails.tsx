import type { Product } from '../../../contract/products'
import { Copyable } from '../../components/base/Copyable'
import { DescriptionList } from '../../components/base/DescriptionList'
import { formatCount, formatPrice } from '../../components/base/format'
import { Moment } from '../../components/base/Moment'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { useCurrency } from '../../app/context'
import { ProductPicture } from './ProductPicture'

/** What is known of a product. */
export function ProductDetails({ product }: { product: Product }) {
  const currency = useCurrency()
  const { sku, category, price, stock, description, imageUrl, createdAt, updatedAt } = product
  return (
    <Stack>
      {imageUrl && <ProductPicture src={imageUrl} size="lg" />}
      <DescriptionList
        entries={[
          { term: 'SKU', detail: sku && <Copyable label="Copy SKU" text={sku} /> },
          { term: 'Category', detail: category },
          { term: 'Price', detail: formatPrice(price, currency) },
          { term: 'In stock', detail: formatCount(stock) },
          { term: 'Added', detail: <Moment iso={createdAt} /> },
          { term: 'Updated', detail: <Moment iso={updatedAt} /> },
        ]}
      />
      {description ? (
        <Text as="div" prose>
          {description}
        </Text>
      ) : (
        <Text tone="muted">There is no description.</Text>
      )}
    </Stack>
  )
}
