import { lowStock, type Product } from '../../../contract/products'
import { Card } from '../../components/base/Card'
import { Copyable } from '../../components/layout/Copyable'
import { DescriptionList } from '../../components/base/DescriptionList'
import { formatPrice } from '../../components/base/format'
import { Moment } from '../../components/base/Moment'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { useCurrency } from '../../app/context'
import { ProductPicture } from './ProductPicture'
import { StockCount } from './StockCount'

/** What a product is and costs, and how much of it there is. */
export function ProductFacts({ product }: { product: Product }) {
  const currency = useCurrency()
  const { sku, category, price, stock, imageUrl, createdAt, updatedAt } = product
  return (
    <Card>
      <Stack>
        {imageUrl && <ProductPicture src={imageUrl} size="lg" />}
        <DescriptionList
          layout="rows"
          entries={[
            { term: 'Price', detail: formatPrice(price, currency) },
            { term: 'In stock', detail: <StockCount stock={stock} /> },
            { term: 'Low at', detail: `${lowStock} or fewer` },
            { term: 'SKU', detail: sku && <Copyable label="Copy SKU" text={sku} /> },
            ...(category ? [{ term: 'Category', detail: category }] : []),
            { term: 'Updated', detail: <Moment iso={updatedAt} /> },
            { term: 'Added', detail: <Moment iso={createdAt} /> },
          ]}
        />
      </Stack>
    </Card>
  )
}

/** What is said of a product to who asks for it. */
export const ProductDescription = ({ product: { description } }: { product: Product }) =>
  description ? (
    <Card title="Description">
      <Text as="div" prose>
        {description}
      </Text>
    </Card>
  ) : null
