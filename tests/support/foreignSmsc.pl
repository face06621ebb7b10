# An SMSC by Perl's Net::SMPP, for the tests of our client: says its port and then, one a line, what came. It sends the
# receipt of a message before its answer, and names it there in hexadecimal what it calls by decimals in the answer.
use strict;
use warnings;
use Net::SMPP;

$| = 1;
my $listen = Net::SMPP->new_listen('127.0.0.1', port => 0, smpp_version => 0x34, timeout => 60) or die "cannot listen";
print 'port ', $listen->sockport, "\n";
my $peer = $listen->accept or die 'no one came';
my $id = 253;
while (my $pdu = $peer->read_pdu) {
  my $seq = $pdu->{seq};
  if ($pdu->{cmd} == 0x09) {
    print "bind $pdu->{system_id} $pdu->{password} $pdu->{interface_version}\n";
    $peer->bind_transceiver_resp(seq => $seq, system_id => 'perl');
    $peer->deliver_sm(async => 1, source_addr_ton => 1, source_addr => '14155550100',
      dest_addr_ton => 1, destination_addr => '14155550199', data_coding => 0, short_message => "Yes \x00 5 \x02");
  } elsif ($pdu->{cmd} == 0x04) {
    $id++;
    print join(' ', 'submit', $pdu->{source_addr}, $pdu->{destination_addr}, $pdu->{data_coding}, $pdu->{esm_class},
      $pdu->{registered_delivery}, unpack('H*', $pdu->{short_message})), "\n";
    my $hex = sprintf '%X', $id;
    $peer->deliver_sm(async => 1, esm_class => 4, source_addr_ton => 1, source_addr => $pdu->{destination_addr},
      dest_addr_ton => 1, destination_addr => $pdu->{source_addr},
      short_message => "id:$hex sub:001 dlvrd:001 submit date:2611281200 done date:2611281201 stat:DELIVRD err:000 text:");
    $peer->submit_sm_resp(seq => $seq, message_id => "$id");
  } elsif ($pdu->{cmd} == 0x15) {
    $peer->enquire_link_resp(seq => $seq);
  } elsif ($pdu->{cmd} == 0x80000005) {
    print "taken $pdu->{status}\n";
  } elsif ($pdu->{cmd} == 0x06) {
    print "unbind\n";
    $peer->unbind_resp(seq => $seq);
    last;
  }
}
